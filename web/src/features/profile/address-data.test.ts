import { describe, expect, it } from 'vitest'
import { districtsOf, findPlaces, named, PLACES, placesOf, provinces, subDistrictsOf } from './address-data'

describe("Thailand's places", () => {
  it('are all there, each whole', () => {
    expect(provinces('th')).toHaveLength(77)
    expect(provinces('en')).toHaveLength(77)
    expect(PLACES.length).toBeGreaterThan(7_400)
    expect(PLACES.filter((place) => !place.district || !place.province || !/^[1-9]\d{4}$/.test(place.zipCode))).toEqual([])
  })

  it('are found by name, by district and by postcode', () => {
    const chatuchak = expect.objectContaining({ subDistrict: 'ลาดยาว', district: 'จตุจักร', province: 'กรุงเทพมหานคร', zipCode: '10900' })
    expect(findPlaces('ลาดยาว')).toContainEqual(chatuchak)
    expect(findPlaces(' แขวงลาดยาว ')[0]?.subDistrict).toBe('ลาดยาว')
    expect(findPlaces('10900')).toContainEqual(chatuchak)
    expect(findPlaces('จตุจักร').map((place) => place.district)).toContain('จตุจักร')
    expect(findPlaces('lat yao')).toContainEqual(chatuchak)
    expect(findPlaces('Khet Chatuchak')).toContainEqual(chatuchak)
    expect(findPlaces('')).toEqual([])
    expect(findPlaces('ไม่มีที่นี่')).toEqual([])
  })

  it('lie in districts, and those in provinces', () => {
    expect(districtsOf('กรุงเทพมหานคร', 'th')).toHaveLength(50)
    expect(subDistrictsOf('กรุงเทพมหานคร', 'ดินแดง', 'en')).toContainEqual({ value: 'รัชดาภิเษก', label: 'Ratchadaphisek' })
    expect(placesOf('กรุงเทพมหานคร', 'จตุจักร').map((place) => place.subDistrict)).toContain('ลาดยาว')
  })

  it('are named in the language of the reader and kept in Thai', () => {
    const place = findPlaces('10900')[0]
    expect(place && named(place, 'en')).toEqual({
      subDistrict: expect.stringMatching(/^[A-Z]/),
      district: 'Chatuchak',
      province: 'Bangkok',
    })
    expect(provinces('en')).toContainEqual({ value: 'เชียงใหม่', label: 'Chiang Mai' })
    const latin = PLACES.flatMap((one) => Object.values(one.latin))
    expect(latin.filter((name) => !/^[A-Za-z][A-Za-z '()-]*$/.test(name))).toEqual([])
  })
})
