import { readFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'

/** Version 3.0 of the protocol. */
const PROTOCOL = 196_608
const NAME = 'manao'

/** Runs a statement in a shop's own database: for what only time does, and no call. */
export async function runSql(data: string, sql: string): Promise<void> {
  // Its fourth line is the port, its fifth the folder of the socket.
  const [port, folder] = readFileSync(join(data, 'pg/postmaster.pid'), 'utf8').split('\n').slice(3)
  const socket = createConnection(join(folder ?? '', `.s.PGSQL.${port}`))
  try {
    const hello = Buffer.from(`\0\0\0\0\0\0\0\0user\0${NAME}\0database\0${NAME}\0\0`)
    hello.writeInt32BE(hello.length)
    hello.writeInt32BE(PROTOCOL, 4)
    await asked(socket, hello)
    const query = Buffer.from(`Q\0\0\0\0${sql}\0`)
    query.writeInt32BE(query.length - 1, 1)
    await asked(socket, query)
  } finally {
    socket.destroy()
  }
}

/** Until the server is ready for the next; what it refuses is thrown. */
function asked(socket: Socket, message: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    let heard = Buffer.alloc(0)
    const hear = (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes])
      while (heard.length >= 5 && heard.length > heard.readInt32BE(1)) {
        const type = String.fromCharCode(heard[0] ?? 0)
        const length = heard.readInt32BE(1) + 1
        if (type === 'E') fail(new Error(heard.subarray(5, length).toString().replaceAll('\0', ' ')))
        if (type === 'Z') {
          socket.off('data', hear)
          return done()
        }
        heard = heard.subarray(length)
      }
    }
    socket.on('data', hear).once('error', fail)
    socket.write(message)
  })
}
