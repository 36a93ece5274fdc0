/** Changes one meter of a simulated gateway at once. Without this, a meter changes only once a minute. */
export const moveMeter = (gatewayPort: number) =>
  fetch(`http://127.0.0.1:${gatewayPort}/sim/values`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'F1.ELEC.POWER', value: 5 + Math.random() }),
  });
