import { getDatabase, setEngMode } from 'thai-address-universal'
import type { Language } from '@/i18n/language'

/** A sub-district with its district, province and postcode; names as the Thai post writes them. */
export interface Locality {
  subDistrict: string
  district: string
  province: string
  zipCode: string
}

/** The same with its names in Latin letters; an address is stored in Thai, whatever the language of the choice. */
export interface ListedPlace extends Locality {
  latin: Omit<Locality, 'zipCode'>
}

// Created in Bangkok since the package's list was made (Royal Gazette, 2009 to 2018).
const NEWER: ReadonlyArray<[place: Locality, latin: [subDistrict: string, district: string]]> = [
  [bangkok('อรุณอมรินทร์', 'บางกอกน้อย', '10700'), ['Arun Amarin', 'Bangkok Noi']],
  [bangkok('รัชดาภิเษก', 'ดินแดง', '10400'), ['Ratchadaphisek', 'Din Daeng']],
  [bangkok('พระโขนงใต้', 'พระโขนง', '10260'), ['Phra Khanong Tai', 'Phra Khanong']],
  [bangkok('บางบอนเหนือ', 'บางบอน', '10150'), ['Bang Bon Nuea', 'Bang Bon']],
  [bangkok('บางบอนใต้', 'บางบอน', '10150'), ['Bang Bon Tai', 'Bang Bon']],
  [bangkok('คลองบางบอน', 'บางบอน', '10150'), ['Khlong Bang Bon', 'Bang Bon']],
]

function bangkok(subDistrict: string, district: string, zipCode: string): Locality {
  return { subDistrict, district, province: 'กรุงเทพมหานคร', zipCode }
}

/** Some 7,500, so the list loads in chunks of its own. */
export async function loadPlaces(): Promise<Places> {
  // One list in two languages, in the same order.
  await setEngMode(true)
  const latin = getDatabase()
  await setEngMode(false)
  const listed = getDatabase().map(
    (thai, index): ListedPlace => ({
      subDistrict: thai.sub_district,
      district: thai.district,
      province: thai.province,
      zipCode: String(thai.postal_code),
      latin: {
        // The list holds one name whose hyphen was lost ("Kham Pha?ung").
        subDistrict: latin[index]?.sub_district.replace('?', '-') ?? thai.sub_district,
        district: latin[index]?.district ?? thai.district,
        province: latin[index]?.province ?? thai.province,
      },
    }),
  )
  // A sub-district may have several postcodes; the package knows only some of them.
  const known = new Map(listed.map((place) => [key(place), place]))
  for (const [province, district, subDistrict, zipCode] of (await import('./more-postcodes.json')).default) {
    const place = known.get(`${province} ${district} ${subDistrict}`)
    if (place && zipCode) listed.push({ ...place, zipCode })
  }
  for (const [place, [subDistrict, district]] of NEWER) listed.push({ ...place, latin: { subDistrict, district, province: 'Bangkok' } })
  const whole = new Map(listed.filter((place) => place.zipCode !== '').map((place) => [`${key(place)} ${place.zipCode}`, place]))
  return new Places([...whole.values()].sort((one, other) => key(one).localeCompare(key(other), 'th')))
}

function key(place: Locality): string {
  return `${place.province} ${place.district} ${place.subDistrict}`
}

/** Every sub-district of Thailand, ordered by Thai name, with its queries. */
export class Places {
  readonly all: readonly ListedPlace[]

  constructor(all: readonly ListedPlace[]) {
    this.all = all
  }

  /** Finds places by the prefix of a sub-district's or district's name, Thai or Latin, or of a postcode; at most `most`, the nearest first. */
  find(typed: string, most = 30): ListedPlace[] {
    const words = typed
      .trim()
      .toLowerCase()
      .replace(/^(ตำบล|แขวง|อำเภอ|เขต|ต\.|อ\.|tambon|khwaeng|amphoe|khet)\s*/, '')
    if (words === '') return []
    const rank = (place: ListedPlace) => {
      const subDistricts = [place.subDistrict, place.latin.subDistrict.toLowerCase()]
      const districts = [place.district, place.latin.district.toLowerCase()]
      if (subDistricts.includes(words)) return 0
      if (subDistricts.some((name) => name.startsWith(words)) || place.zipCode.startsWith(words)) return 1
      if (districts.some((name) => name.startsWith(words))) return 2
      return subDistricts.some((name) => name.includes(words)) ? 3 : 9
    }
    return this.all
      .map((place) => ({ place, rank: rank(place) }))
      .filter((found) => found.rank < 9)
      .sort((one, other) => one.rank - other.rank)
      .slice(0, most)
      .map((found) => found.place)
  }

  /** The place's name in this language. */
  named(place: ListedPlace, language: Language): Omit<Locality, 'zipCode'> {
    return named(place, language)
  }

  provinces(language: Language): Name[] {
    return names(this.all, 'province', language)
  }

  districtsOf(province: string, language: Language): Name[] {
    const within = this.all.filter((place) => place.province === province)
    return names(within, 'district', language)
  }

  subDistrictsOf(province: string, district: string, language: Language): Name[] {
    return names(this.of(province, district), 'subDistrict', language)
  }

  of(province: string, district: string): ListedPlace[] {
    return this.all.filter((place) => place.province === province && place.district === district)
  }
}

const named = (place: ListedPlace, language: Language) => (language === 'th' ? place : place.latin)

export interface Name {
  /** The stored value: the Thai name. */
  value: string
  label: string
}

function names(places: readonly ListedPlace[], level: keyof ListedPlace['latin'], language: Language): Name[] {
  const labels = new Map(places.map((place) => [place[level], named(place, language)[level]]))
  return [...labels].map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label, language))
}
