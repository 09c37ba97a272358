import type { GameWords } from './say'
import type { components } from './schema'
import type { Told } from './told'
import { lang } from './words/index.svelte'

type Schemas = components['schemas']
/** What is printed, in whichever game. */
export type Box = Told[keyof Told]['box']
export type AdminBox = Schemas['AdminBox']
export type AdminPerson = Schemas['AdminPerson']
export type Knock = Schemas['Knock']
export type AdminReport = Schemas['AdminReport']
export type AdminTable = Schemas['AdminTable']
export type BotLevel = Schemas['BotLevel']
export type Campaign = Schemas['Campaign']
export type Chat = Schemas['Chat']
export type ChoiceGroup = Schemas['ChoiceGroup']
export type ChoiceOption = Schemas['ChoiceOption']
export type ClosedForGood = Schemas['ClosedForGood']
export type ClosedForNow = Schemas['ClosedForNow']
export type Deed = Schemas['Deed']
export type Clause = Schemas['ClauseModel']
export type Device = Schemas['Device']
export type GameInfo = Schemas['GameInfo']
export type GameOption = Schemas['Option']
export type Hint = Schemas['Hint']
export type HowTo = Schemas['HowTo']
export type KnockState = Schemas['KnockState']['state']
export type Line = Schemas['Line']
export type Moment = Schemas['Moment']
export type NewTable = Schemas['NewTable']
export type Person = Schemas['Person']
export type Problem = Schemas['Problem']
export type Proof = Schemas['Proof']
export type Prospect = Schemas['Prospect']
export type Reason = Schemas['Reason']
export type Rules = Schemas['Rules']
export type Seat = Schemas['Seat']
export type SeatPlan = Schemas['SeatPlan']
export type Sheet = Schemas['Sheet']
export type SheetSeat = Schemas['SheetSeat']
export type Storage = Schemas['Storage']
export type Table = Schemas['Table']
export type Undone = Schemas['Undone']
export type Welcome = Schemas['Welcome']
export type Outgoing =
  | Welcome
  | Schemas['TableLive']
  | Schemas['PresenceLive']
  | Schemas['MomentLive']
  | Schemas['ChatLive']
  | Schemas['Refused']
  | Schemas['Pong']
export type Incoming = Schemas['Hello'] | Schemas['PlayLive'] | Schemas['SayLive'] | Schemas['Ping']

/** What the server says against it, in words for people. */
export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title)
  }

  get unreachable(): boolean {
    return this.problem.status === 0
  }
}

const NO_WORDS = { title: '', detail: '', cause: '', clause: null }

export const unreachable = () => new Trouble({ ...NO_WORDS, type: 'unreachable', status: 0 })

async function trouble(answer: Response): Promise<Trouble> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('problem+json')) return new Trouble((await answer.json()) as Problem)
  return new Trouble({ ...NO_WORDS, type: 'http', status: answer.status })
}

async function call<Answer>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      // What is refused is said in the language of the page.
      headers: { 'accept-language': lang(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ?? null,
    })
  } catch {
    throw unreachable()
  }
  if (!answer.ok) throw await trouble(answer)
  return (await answer.json()) as Answer
}

const get = <Answer>(path: string) => call<Answer>('GET', path)
const post = <Answer>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  call<Answer>('POST', path, body, signal)
const asked = (query: Record<string, string | number | boolean | null>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, String(value)]])),
  ).toString()
const at = (table: string) => `/tables/${table}`
const eyes = (seat: number | null, lang: string) => (seat === null ? `?lang=${lang}` : `?seat=${seat}&lang=${lang}`)

export const api = {
  reach: () => get<Schemas['Reach']>('/reach'),
  qr: (text: string) => post<Schemas['QrCode']>('/qr', { text }),
  games: (lang: string) => get<GameInfo[]>(`/games?lang=${lang}`),
  rules: (game: string, lang: string) => get<Rules>(`/games/${game}/rules?lang=${lang}`),
  how: (game: string, lang: string) => get<HowTo>(`/games/${game}/how?lang=${lang}`),
  learn: (game: string) => post<Table>(`/games/${game}/guide`),
  words: (game: string, lang: string) => get<GameWords>(`/games/${game}/words?lang=${lang}`),

  me: () => get<Person | null>('/me'),
  arrive: (name: string) => post<Person>('/people', { name }),
  rename: (name: string) => call<Person>('PATCH', '/me', { name }),
  carry: () => post<Schemas['Carry']>('/me/carry'),
  carried: (token: string) => post<Person>('/carry', { token }),
  devices: () => get<Device[]>('/me/devices'),
  revoke: (device: string) => call<Device[]>('DELETE', `/me/devices/${device}`),
  logOut: () => post<Schemas['LoggedOut']>('/me/logout'),
  leaveForGood: () => call<Schemas['Farewell']>('DELETE', '/me'),
  exportPath: '/api/me/export',

  campaign: (game: string, lang: string) => get<Campaign>(`/campaigns/${game}?lang=${lang}`),
  playCampaign: (game: string) => post<Table>(`/campaigns/${game}`),
  mine: () => get<Table[]>('/me/tables'),
  listed: () => get<Table[]>('/tables'),
  open: (plan: NewTable) => post<Table>('/tables', plan),
  table: (id: string) => get<Table>(at(id)),
  remove: (id: string) => call<Schemas['Deleted']>('DELETE', at(id)),
  box: (id: string, lang: string) => get<Box>(`${at(id)}/box?lang=${lang}`),
  invite: (id: string) => post<Schemas['Invite']>(`${at(id)}/invite`),
  enter: (id: string, invite: string) => post<Table>(`${at(id)}/enter`, { invite }),
  knockState: (id: string) => get<Schemas['KnockState']>(`${at(id)}/knock`),
  knock: (id: string) => post<Schemas['KnockState']>(`${at(id)}/knock`),
  answerKnock: (id: string, person: number, accept: boolean) => post<Table>(`${at(id)}/knocks/${person}`, { accept }),
  join: (id: string, wish: Schemas['Join']) => post<Table>(`${at(id)}/join`, wish),
  addNonce: (id: string, nonce: string) => post<Table>(`${at(id)}/nonce`, { nonce }),
  leave: (id: string) => post<Table>(`${at(id)}/leave`),
  start: (id: string) => post<Table>(`${at(id)}/start`),
  free: (id: string, seat: number) => post<Table>(`${at(id)}/seats/${seat}/free`),
  seatBot: (id: string, seat: number, bot: string) => post<Table>(`${at(id)}/seats/${seat}/bot`, { bot }),
  seatLink: (id: string, seat: number) => post<Schemas['SeatLink']>(`${at(id)}/seats/${seat}/link`),
  takeSeat: (id: string, seat: number, secret: string) => post<Table>(`${at(id)}/seats/${seat}/take`, { secret }),

  undo: (id: string, seat: number, number: number) => post<Undone>(`${at(id)}/undo`, { seat, number }),
  answerUndo: (id: string, seat: number, agree: boolean) => post<Undone>(`${at(id)}/undo/answer`, { seat, agree }),
  resign: (id: string, seat: number) => post<Table>(`${at(id)}/resign`, { seat }),
  stand: (id: string, seat: number, name: string, on: boolean) => post<Table>(`${at(id)}/standing`, { seat, name, on }),
  share: (id: string, agree: boolean) => post<Table>(`${at(id)}/share`, { agree }),
  rematch: (id: string) => post<Table>(`${at(id)}/rematch`),
  why: (id: string, seat: number, target: string, lang: string) =>
    post<Reason>(`${at(id)}/why?lang=${lang}`, { seat, target }),
  hint: (id: string, seat: number, choice: string | null, lang: string, signal: AbortSignal) =>
    post<Hint>(`${at(id)}/hint?lang=${lang}`, { seat, choice }, signal),
  moment: (id: string, move: number, seat: number | null, lang: string) =>
    get<Moment>(`${at(id)}/moments/${move}${eyes(seat, lang)}`),
  say: (id: string, text: string) => post<Chat>(`${at(id)}/chat`, { text }),
  report: (id: string, what: Schemas['Report']) => post<Schemas['Done']>(`${at(id)}/report`, what),
  sheet: (id: string, lang: string) => get<Sheet>(`${at(id)}/sheet?lang=${lang}`),
  fork: (id: string, move: number, seats: SeatPlan[]) => post<Table>(`${at(id)}/fork`, { move, seats, start: false }),
  upload: (save: unknown) => post<Table>('/saves', save),

  admin: {
    people: (find: string, most: number) => get<AdminPerson[]>(`/admin/people?${asked({ find, most })}`),
    tables: (query: { find: string; person: number | null; status: string; saves: boolean; most: number }) =>
      get<AdminTable[]>(`/admin/tables?${asked(query)}`),
    reports: (handled: boolean, most: number) => get<AdminReport[]>(`/admin/reports?${asked({ handled, most })}`),
    boxes: () => get<AdminBox[]>('/admin/boxes'),
    storage: () => get<Storage>('/admin/storage'),
    log: (find: string, most: number) => get<Deed[]>(`/admin/log?${asked({ find, most })}`),
    onPerson: (person: number, deed: Schemas['PersonDeed']) => post<Schemas['PersonDone']>(`/admin/people/${person}`, deed),
    onTable: (table: string, deed: Schemas['TableDeed']) => post<Schemas['TableDone']>(`/admin/tables/${table}`, deed),
    handle: (report: number, outcome: string) => post<Schemas['Done']>(`/admin/reports/${report}`, { outcome }),
    onStorage: (deed: Schemas['StorageDeed']) => post<Schemas['Freed']>('/admin/storage', deed),
  },
  savePath: (id: string) => `/api${at(id)}/save`,
}
