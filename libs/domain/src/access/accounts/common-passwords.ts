let list: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 common passwords, in lower case. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  // Loaded when the first password is set, because the list takes 15 MB and most processes set no passwords.
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return list;
}
