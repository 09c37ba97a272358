import type { Component } from 'svelte'
import type { GamePage } from './page'

/** A game's folder: its page and, apart from it, its picture for the lobby; both come when they are needed. */
interface Folder {
  page: () => Promise<GamePage>
  picture: () => Promise<Component<{}>>
}

const folders: Record<string, Folder> = {
  peloponnes: {
    page: async () => (await import('./peloponnes')).page,
    picture: async () => (await import('./peloponnes/Picture.svelte')).default,
  },
  peloponnes_card: {
    page: async () => (await import('./peloponnes_card')).page,
    picture: async () => (await import('./peloponnes_card/Picture.svelte')).default,
  },
  hellas: {
    page: async () => (await import('./hellas')).page,
    picture: async () => (await import('./hellas/Picture.svelte')).default,
  },
  poseidon: {
    page: async () => (await import('./poseidon')).page,
    picture: async () => (await import('./poseidon/Picture.svelte')).default,
  },
}

/** The games that have a page here. */
export const names: readonly string[] = Object.keys(folders)

/** The page of a game; none where this client does not know the game. */
export function loadGame(name: string): Promise<GamePage> | null {
  return folders[name]?.page() ?? null
}

/** The lobby's picture of a game. */
export function loadPicture(name: string): Promise<Component<{}>> | null {
  return folders[name]?.picture() ?? null
}
