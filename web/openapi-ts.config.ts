import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: '../api/openapi.json',
  output: { path: 'src/api/generated', clean: true },
  plugins: [
    { name: '@hey-api/client-fetch', runtimeConfigPath: '../client-config' },
    '@hey-api/typescript',
    { name: '@hey-api/sdk', operations: { strategy: 'flat' } },
  ],
})
