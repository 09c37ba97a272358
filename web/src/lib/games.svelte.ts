import { api, type GameInfo } from './api'

let infos = $state.raw<GameInfo[] | null>(null)
let spoken = ''

/** The games of this house; asked again while the rules of one are still to be compiled. */
export const house = {
  get games(): GameInfo[] | null {
    return infos
  },
  game(name: string): GameInfo | undefined {
    return infos?.find((game) => game.name === name)
  },
}

export async function askGames(language: string): Promise<void> {
  if (infos && spoken === language && infos.every((game) => game.compiled === 1 || game.stage === 'failed')) return
  infos = await api.games(language)
  spoken = language
}
