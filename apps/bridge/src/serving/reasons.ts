/** Why a device cannot be read, by the code with which the bridge serves the reason. */
export const REASONS = {
  no_answer: 'there is no answer',
  connection_refused: 'the connection is refused',
  connection_closed: 'the connection was closed',
  unknown_host: 'the host name cannot be resolved',
  unreachable: 'the network does not reach the address',
  device_busy: 'the device is busy',
  behind_converter: 'the converter cannot reach the device',
  all_points_refused: 'the device refuses all points',
  port_in_use: 'another connection or program uses the port',
  not_found: 'no device answers the search for its instance',
  another_device: 'another device answers at its address',
  not_authorized: 'the broker refuses the account',
  certificate_refused: 'the certificate is not trusted',
  device_offline: 'the device is offline',
} as const;

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(REASONS).map(([code, message]) => [message, code]),
);

/** Returns a reason with its code, which is `other` if it is none of the known ones. */
export function reasonOf(message: string): { code: string; message: string } {
  return { code: CODES.get(message) ?? 'other', message };
}

const REASONS_BY_ERROR: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', REASONS.port_in_use],
  ['ECONNREFUSED', REASONS.connection_refused],
  ['ENOTFOUND', REASONS.unknown_host],
  ['EAI_AGAIN', REASONS.unknown_host],
  ['EHOSTUNREACH', REASONS.unreachable],
  ['ENETUNREACH', REASONS.unreachable],
  ['ETIMEDOUT', REASONS.no_answer],
  ['ECONNRESET', REASONS.connection_closed],
  ['CERT_HAS_EXPIRED', REASONS.certificate_refused],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', REASONS.certificate_refused],
  ['ERR_TLS_CERT_ALTNAME_INVALID', REASONS.certificate_refused],
  ['SELF_SIGNED_CERT_IN_CHAIN', REASONS.certificate_refused],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', REASONS.certificate_refused],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', REASONS.certificate_refused],
]);

/** Returns the reason of a failed connection in words. */
export function networkReason(error: Error): string {
  const { message, code, errors } = error as Error & { code?: string | number; errors?: Error[] };
  const known = REASONS_BY_ERROR.get(String(code));
  if (known !== undefined) return known;
  // A name with several addresses has one error for each.
  return message || errors?.map((each) => each.message).join(', ') || String(code);
}
