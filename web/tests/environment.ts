import type { Environment } from 'vitest/runtime'

/** Node.js, for which Vite builds as for a browser: for a server Svelte would leave out all that is reactive. */
const pages: Environment = {
  name: 'pages',
  viteEnvironment: 'client',
  setup: () => ({ teardown() {} }),
}
export default pages
