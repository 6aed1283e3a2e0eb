/** The texts of all pages but the first. */
export const files = import.meta.glob<{ default: object }>(['./{th,en}/*.ts', '!**/{common,games,home}.ts'])
