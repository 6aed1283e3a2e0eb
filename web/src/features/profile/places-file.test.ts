import { expect, it } from 'vitest'
import { loadPlaces } from './address-data'

const HEAD = `# The sub-districts of Thailand with what they lie in, as the profile's form offers them and the server takes them.
# Made by "npm run places" in web/ from the npm package thai-address-universal (ISC licence, see places.LICENSE.md) and what the
# form adds to it (web/src/features/profile/address-data.ts and, from GeoThai (CC BY 4.0), more-postcodes.json).
# A row: province, district, postcode, sub-districts.
`

/** With `vitest -u` this writes the file. */
it("the server's list is the form's", async () => {
  const { all } = await loadPlaces()
  const rows = new Map<string, string[]>()
  for (const { province, district, zipCode, subDistrict } of all) {
    const row = `${province},${district},${zipCode}`
    rows.set(row, [...(rows.get(row) ?? []), subDistrict])
  }
  const lines = [...rows].map(([row, subDistricts]) => `${row},${subDistricts.toSorted().join('|')}`)
  // In the order of the code points, which no machine's locale changes.
  const file = `${HEAD}${lines.toSorted().join('\n')}\n`
  await expect(file).toMatchFileSnapshot('../../../../crates/people/reference/places.csv')
})
