/** Registers the service worker, which shows what is pushed and answers with the offline page when the network does not. */
export const registerWorker = () => navigator.serviceWorker.register('/service-worker.js')
