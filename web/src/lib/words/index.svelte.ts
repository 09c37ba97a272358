import { preferences, type Language } from '../preferences.svelte'
import { en, type ShellWords } from './en'

const loaders: Record<Exclude<Language, 'en'>, () => Promise<ShellWords>> = {
  de: () => import('./de').then((found) => found.de),
  it: () => import('./it').then((found) => found.it),
}

let current = $state.raw<ShellWords>(en)

/** The shell's words in the language of the moment. */
export const w = (): ShellWords => current

export async function speak(language: Language): Promise<void> {
  current = language === 'en' ? en : await loaders[language]()
  preferences.language = language
}

export const lang = (): Language => preferences.language
