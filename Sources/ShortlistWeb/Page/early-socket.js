// The socket that the page has opened before the modules were there.

/**
 * Takes the socket that start.js has opened, if it is the one that is wanted.
 *
 * @param {string|URL} address The address that is wanted.
 * @returns {?{socket: WebSocket, messages: string[]}} It, and what has come; null if there is none, or it is closed.
 */
export function takeEarly(address) {
  const early = globalThis.shortlistEarly;
  delete globalThis.shortlistEarly;
  if (!early) return null;
  early.socket.onmessage = null;
  if (early.socket.url === String(address) && early.socket.readyState <= WebSocket.OPEN) return early;
  early.socket.close();
  return null;
}
