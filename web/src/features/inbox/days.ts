import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { dayAfter, dayOf, formatDate, formatTime } from '@/i18n/format'
import type { Message } from './messages'

/** Groups messages by Bangkok day, newest day first, as in the list. */
export function byDay(messages: readonly Message[]): Array<{ day: string; messages: Message[] }> {
  const days: Array<{ day: string; messages: Message[] }> = []
  for (const message of messages) {
    const day = dayOf(message.createdAt)
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

/** Returns the name of a day, and the time of a message: for today's, the time passed. */
export function useMessageTimes(): { dayName: (day: string) => string; when: (at: string) => string } {
  const t = useTexts('inbox')
  const language = useLanguage()
  const now = useMinute()
  const today = dayOf(now)
  return {
    dayName: (day) => {
      if (day === today) return t('day.today')
      return day === dayOf(dayAfter(now, -1)) ? t('day.yesterday') : formatDate(`${day}T12:00:00Z`, language)
    },
    when: (at) => {
      const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000))
      if (dayOf(at) !== today) return `${formatTime(at, false)}${language === 'th' ? ' น.' : ''}`
      if (minutes === 0) return t('ago.now')
      return minutes < 60 ? t('ago.minutes', { count: minutes }) : t('ago.hours', { count: Math.floor(minutes / 60) })
    },
  }
}

/** The current time, updated every half minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
