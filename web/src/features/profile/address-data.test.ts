import { describe, expect, it } from 'vitest'
import { districtsOf, findPlaces, PLACES, placesOf, provinces } from './address-data'

describe("Thailand's places", () => {
  it('are all there, each whole', () => {
    expect(provinces()).toHaveLength(77)
    expect(PLACES.length).toBeGreaterThan(7_400)
    expect(PLACES.filter((place) => !place.district || !place.province || !/^[1-9]\d{4}$/.test(place.zipCode))).toEqual([])
  })

  it('are found by name, by district and by postcode', () => {
    const chatuchak = { subDistrict: 'ลาดยาว', district: 'จตุจักร', province: 'กรุงเทพมหานคร', zipCode: '10900' }
    expect(findPlaces('ลาดยาว')).toContainEqual(chatuchak)
    expect(findPlaces(' แขวงลาดยาว ')[0]?.subDistrict).toBe('ลาดยาว')
    expect(findPlaces('10900')).toContainEqual(chatuchak)
    expect(findPlaces('จตุจักร').map((place) => place.district)).toContain('จตุจักร')
    expect(findPlaces('')).toEqual([])
    expect(findPlaces('ไม่มีที่นี่')).toEqual([])
  })

  it('lie in districts, and those in provinces', () => {
    expect(districtsOf('กรุงเทพมหานคร')).toHaveLength(50)
    expect(placesOf('กรุงเทพมหานคร', 'จตุจักร').map((place) => place.subDistrict)).toContain('ลาดยาว')
  })
})
