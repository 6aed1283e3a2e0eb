import { describe, expect, it } from 'vitest'
import { loadPlaces } from './address-data'

describe("Thailand's places", async () => {
  const places = await loadPlaces()
  it('are all there, each whole', () => {
    expect(places.provinces('th')).toHaveLength(77)
    expect(places.provinces('en')).toHaveLength(77)
    expect(places.all.length).toBeGreaterThan(7_400)
    expect(places.all.filter((place) => !place.district || !place.province || !/^[1-9]\d{4}$/.test(place.zipCode))).toEqual([])
  })

  it('are found by name, by district and by postcode', () => {
    const chatuchak = expect.objectContaining({ subDistrict: 'ลาดยาว', district: 'จตุจักร', province: 'กรุงเทพมหานคร', zipCode: '10900' })
    expect(places.find('ลาดยาว')).toContainEqual(chatuchak)
    expect(places.find(' แขวงลาดยาว ')[0]?.subDistrict).toBe('ลาดยาว')
    expect(places.find('10900')).toContainEqual(chatuchak)
    expect(places.find('จตุจักร').map((place) => place.district)).toContain('จตุจักร')
    expect(places.find('lat yao')).toContainEqual(chatuchak)
    expect(places.find('Khet Chatuchak')).toContainEqual(chatuchak)
    expect(places.find('')).toEqual([])
    expect(places.find('ไม่มีที่นี่')).toEqual([])
  })

  it('lie in districts, and those in provinces', () => {
    expect(places.districtsOf('กรุงเทพมหานคร', 'th')).toHaveLength(50)
    expect(places.subDistrictsOf('กรุงเทพมหานคร', 'ดินแดง', 'en')).toContainEqual({ value: 'รัชดาภิเษก', label: 'Ratchadaphisek' })
    expect(places.of('กรุงเทพมหานคร', 'จตุจักร').map((place) => place.subDistrict)).toContain('ลาดยาว')
  })

  it('are named in the language of the reader and kept in Thai', () => {
    const place = places.find('10900')[0]
    expect(place && places.named(place, 'en')).toEqual({
      subDistrict: expect.stringMatching(/^[A-Z]/),
      district: 'Chatuchak',
      province: 'Bangkok',
    })
    expect(places.provinces('en')).toContainEqual({ value: 'เชียงใหม่', label: 'Chiang Mai' })
    const latin = places.all.flatMap((one) => Object.values(one.latin))
    expect(latin.filter((name) => !/^[A-Za-z][A-Za-z '()-]*$/.test(name))).toEqual([])
  })
})
