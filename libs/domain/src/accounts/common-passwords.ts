let list: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 of the passwords that are tried first, in lower case. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  // With the first password that is set, and not before: the list takes 15 MB, and most processes set none.
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return list;
}
