// Chromium as the system has it: nothing is needed that Playwright would download. The shell draws no window and takes half as long.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path))

/** `CHROMIUM`, or the first that is found. */
export const executablePath = process.env.CHROMIUM ?? found ?? 'chromium'
