const LONGEST_REASON = 300;

/**
 * Reads the reason from the body of a refusal. Returns it as one line of limited length, without any of `secrets`, so
 * that it can be shown to people.
 */
export function refusalReason(body: unknown, secrets: readonly string[]): string | undefined {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown };
  const text = [error, message].find((part) => typeof part === 'string' && part.trim() !== '');
  if (typeof text !== 'string') return undefined;
  const shown = secrets
    .filter((secret) => secret !== '')
    .reduce((reason, secret) => reason.replaceAll(secret, '***'), text);
  return shown
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON);
}
