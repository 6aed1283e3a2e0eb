import { queryOptions } from '@tanstack/react-query'
import { type Bracket, bracketGet } from '@/api/generated'
import { client } from '@/api/generated/client.gen'
import { answerOf } from '@/api/problem'
import type { Swap } from './model'

// What those who run a tournament do with a draw, until the generated client has these calls.

const post = (url: string, body: unknown): Promise<Bracket> =>
  answerOf(client.post<{ 200: Bracket }, unknown>({ url: `/api/bracket/${url}`, body, headers: { 'Content-Type': 'application/json' } }))

export interface DrawPin {
  contestantId: number
  /** From 1 */
  seed: number
}

export interface DrawOrder {
  stage: number
  method: 'random' | 'seeded'
  seed?: string
  pins?: DrawPin[]
  apart?: 'organization'
}

export const generate = (id: number, body: DrawOrder) => post(`generate-bracket/${id}`, body)

interface Submission {
  stage: number
  version: number
  swaps?: readonly Swap[]
  reopen?: true
  reason?: string
}

export const submit = (id: number, body: Submission) => post(`submit-bracket/${id}`, body)

export const send = (id: number, body: { stage: number }) => post(`send-bracket/${id}`, body)

/** A stage as those see it who run it: drafts too. */
export const drawQuery = (id: number, stage: number) =>
  queryOptions({
    queryKey: ['deskDraw', id, stage],
    queryFn: () => answerOf(bracketGet({ body: { id, stage } })),
    staleTime: 10_000,
  })
