import { expect, test } from 'vitest'

import { size } from '../src/admin/deeds'

test('bytes are counted in words, more of them in units', () => {
  expect([0, 448, 81_900, 12_300_000].map((bytes) => size(bytes, 'en'))).toEqual(['0 bytes', '448 bytes', '81.9 kB', '12.3 MB'])
  expect(size(448, 'de')).toBe('448 Byte')
  expect(size(null, 'it')).toBe('–')
})
