import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: '../api/openapi.json',
  parser: {
    patch: {
      // `answerOf` reads every refusal as one problem: types of a call's own refusals would have no reader.
      operations: (_method, _path, { responses }) => {
        for (const status of Object.keys(responses ?? {})) if (!status.startsWith('2')) delete responses?.[status]
      },
    },
  },
  output: { path: 'src/api/generated', clean: true },
  plugins: [
    { name: '@hey-api/client-fetch', runtimeConfigPath: '../client-config' },
    '@hey-api/typescript',
    { name: '@hey-api/sdk', operations: { strategy: 'flat' } },
  ],
})
