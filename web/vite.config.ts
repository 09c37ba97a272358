import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = process.env['PETTEIA_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../petteia/server/client',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // The content policy allows nothing from data: addresses.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: './tests/environment.ts',
    setupFiles: ['tests/browser.ts'],
  },
  // Tests would get the Svelte of a server, where nothing is reactive.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
})
