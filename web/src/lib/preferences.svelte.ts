export type Language = 'en' | 'de' | 'it'
export type Theme = 'system' | 'light' | 'dark'
export type Confirm = 'always' | 'final' | 'never'
export type Curtain = 'auto' | 'always'
/** How fast it is told what happened between two decisions. */
export type Tale = 'normal' | 'fast' | 'off'

export const LANGUAGES: readonly Language[] = ['en', 'de', 'it']
const KEY = 'petteia'

interface Kept {
  language: Language
  theme: Theme
  motion: boolean
  sound: boolean
  confirm: Confirm
  curtain: Curtain
  telling: Tale
  panel: boolean
  /** The games whose goal was read at the table. */
  goals: string[]
}

function browserLanguage(): Language {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2))
  return LANGUAGES.find((language) => language === spoken.find((tag) => LANGUAGES.some((l) => l === tag))) ?? 'en'
}

function kept(): Kept {
  const fresh: Kept = {
    language: browserLanguage(),
    theme: 'system',
    motion: true,
    sound: false,
    confirm: 'final',
    curtain: 'auto',
    telling: 'normal',
    panel: true,
    goals: [],
  }
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return fresh
  }
}

/** What this browser likes; kept on this device only. */
export const preferences: Kept = $state(kept())

/** Writes changes down and shows them on the page; call once, inside a component. */
export function keepPreferences(): void {
  $effect(() => {
    const root = document.documentElement
    if (preferences.theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = preferences.theme
    root.lang = preferences.language
    root.toggleAttribute('data-still', !preferences.motion)
    try {
      localStorage.setItem(KEY, JSON.stringify(preferences))
    } catch {
      // A browser that keeps nothing forgets them with the page.
    }
  })
}

const reduced = window.matchMedia('(prefers-reduced-motion: reduce)')

export const moving = (): boolean => preferences.motion && !reduced.matches
