import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { StatusTag } from './status-tag'

it('says how an entry stands, and how far it is from its turn', async () => {
  await startTexts('th')
  await texts('tournaments')()
  render(<StatusTag status="waitlist" place={4} />)
  render(<StatusTag status="waitlist" />)
  render(<StatusTag status="join" place={4} />)
  expect(screen.getByText('สำรองลำดับ 4')).toBeDefined()
  expect(screen.getByText('รายชื่อสำรอง')).toBeDefined()
  expect(screen.getByText('ได้เข้าแข่ง')).toBeDefined()
})
