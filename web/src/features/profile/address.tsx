import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { profileEditLimits } from '@/api/limits.gen'
import { useLanguage, useTexts } from '@/i18n'
import { FormSelect, FormText } from '@/ui/form'
import type { ListedPlace, Name, Locality, Places } from './address-data'
import { load } from '@/ui/load'
import { LazyCombobox } from '@/ui/lazy-combobox'
import type { ProfileOutput, ProfileValues } from './schema'

const written = (names: Omit<Locality, 'zipCode'>, zipCode: string) =>
  `${names.subDistrict} › ${names.district} › ${names.province} ${zipCode}`
const valueOf = (place: Locality) => written(place, place.zipCode)
// A stored value that is not in the list (an older name) can still be chosen.
const listed = (names: readonly Name[], chosen: string) =>
  chosen === '' || names.some((name) => name.value === chosen) ? [...names] : [{ value: chosen, label: chosen }, ...names]

/** An address: found through one field, or chosen from province to sub-district; either way fills in the other and the postcode. */
export function Address({ form }: { form: UseFormReturn<ProfileValues, unknown, ProfileOutput> }) {
  const t = useTexts('profile')
  const language = useLanguage()
  const [places, setPlaces] = useState<Places>()
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState(false)
  const [province, district, subDistrict] = useWatch({ control: form.control, name: ['province', 'district', 'subDistrict'] })
  useEffect(() => {
    if (failed) return
    let gone = false
    // Some hundred kilobytes, so they load after hydration.
    const later = setTimeout(() => {
      void load(() => import('./address-data'))
        .then(({ loadPlaces }) => loadPlaces())
        .then(
          (loaded) => !gone && setPlaces(loaded),
          () => !gone && setFailed(true),
        )
    }, 300)
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [failed])
  const set = (values: Partial<Locality>) => {
    for (const [field, value] of Object.entries(values)) {
      form.setValue(field as keyof Locality, value, { shouldDirty: true, shouldValidate: field === 'zipCode' && value !== '' })
    }
  }
  const found = places?.find(typed) ?? []
  const option = (place: ListedPlace) => ({
    value: valueOf(place),
    label: written(places?.named(place, language) ?? place, place.zipCode),
  })
  const chosen = places && subDistrict ? places.of(province, district).find((place) => place.subDistrict === subDistrict) : undefined
  return (
    <>
      <LazyCombobox
        id="profile-place"
        label={t('field.place')}
        hint={t('field.placeHint')}
        placeholder={t('field.placePlaceholder')}
        value={chosen ? option(chosen) : null}
        onType={(text) => {
          setTyped(text)
          // Further typing retries.
          setFailed(false)
        }}
        onChange={(picked) => {
          const place = found.find((known) => valueOf(known) === picked?.value)
          if (place) {
            const { latin: _latin, ...kept } = place
            set(kept)
          } else if (!picked) set({ province: '', district: '', subDistrict: '', zipCode: '' })
        }}
        options={found.map(option)}
        searching={!failed && (!places || typed === '')}
        failed={failed}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Level
          form={form}
          name="province"
          options={listed(places?.provinces(language) ?? [], province)}
          onPick={() => set({ district: '', subDistrict: '', zipCode: '' })}
        />
        <Level
          form={form}
          name="district"
          options={listed(province ? (places?.districtsOf(province, language) ?? []) : [], district)}
          onPick={() => set({ subDistrict: '', zipCode: '' })}
        />
        <Level
          form={form}
          name="subDistrict"
          options={listed(district ? (places?.subDistrictsOf(province, district, language) ?? []) : [], subDistrict)}
          onPick={(name) => {
            const place = places?.of(province, district).find((known) => known.subDistrict === name)
            if (place) set({ zipCode: place.zipCode })
          }}
        />
        <FormText form={form} name="zipCode" label={t('field.zipCode')} inputMode="numeric" autoComplete="postal-code" maxLength={5} />
      </div>
      <FormText form={form} name="address" label={t('field.address')} autoComplete="street-address" maxLength={profileEditLimits.address} />
    </>
  )
}

interface LevelProps {
  form: UseFormReturn<ProfileValues, unknown, ProfileOutput>
  name: 'province' | 'district' | 'subDistrict'
  options: Name[]
  onPick: (name: string) => void
}

function Level({ form, name, options, onPick }: LevelProps) {
  const t = useTexts('profile')
  return <FormSelect form={form} name={name} label={t(`field.${name}`)} options={options} none={t('none')} onPick={onPick} />
}
