import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Creates an entry of the result: a text, and the number of its first line. */
const block = (line, text) => ({ line, text: text.replace(/\s+/g, ' ').trim() });

/** Returns the comments, test titles, messages and texts of elements in a TypeScript or JavaScript file. */
function inSource(source, kind) {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true, kind);
  const blocks = [];
  const seen = new Set();
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const addComments = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      const text = source
        .slice(pos, end)
        .replace(/^\/\*+|\*+\/$|^\/\//g, '')
        .replace(/^\s*\*+ ?/gm, '')
        .replace(/`[^`]*`/g, 'code');
      blocks.push(block(lineAt(pos), text));
    }
  };
  const visit = (node) => {
    addComments(ts.getLeadingCommentRanges(source, node.getFullStart()));
    addComments(ts.getTrailingCommentRanges(source, node.getEnd()));
    const text = textOf(node);
    if (text !== null && isMessage(text)) blocks.push(block(lineAt(node.getStart()), text));
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return joinLineComments(
    blocks.sort((a, b) => a.line - b.line),
    source,
  );
}

/** Joins consecutive line comments into one text. */
function joinLineComments(blocks, source) {
  const lines = source.split('\n');
  const isLineComment = (line) => /^\s*\/\//.test(lines[line - 1] ?? '');
  const joined = [];
  for (const { line, text } of blocks) {
    const last = joined.at(-1);
    if (last && line === last.line + last.lines && isLineComment(last.line) && isLineComment(line)) {
      last.text = `${last.text} ${text}`;
      last.lines += 1;
    } else {
      joined.push({ line, text, lines: 1 });
    }
  }
  return joined;
}

/** Returns the text of a string, a template literal or an element; null for other nodes. Each placeholder becomes the word "code". */
function textOf(node) {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('code');
}

/**
 * Returns true if a string is a message. A message has three words or more; a shorter text is a name, a key or a value.
 * SQL statements and markup are code.
 */
function isMessage(text) {
  return (
    /[a-z]+\s+[a-z]+\s+[a-z]+/i.test(text) &&
    !/[{}<>;=]|\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|FROM)\b/.test(text)
  );
}

/** Returns the paragraphs, list items and table cells of a Markdown file, without code. */
function inMarkdown(source) {
  const blocks = [];
  let fenced = false;
  let open = null;
  source.split('\n').forEach((line, index) => {
    if (/^\s*```/.test(line)) {
      fenced = !fenced;
      open = null;
    }
    if (fenced || /^\s*(```|$)/.test(line)) {
      open = null;
      return;
    }
    const text = line.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']');
    if (/^\s*\|/.test(text)) {
      for (const cell of text.split('|')) blocks.push(block(index + 1, cell));
      open = null;
    } else if (!open || /^\s*([-*#>]|\d+\.)\s/.test(text)) {
      open = block(index + 1, text.replace(/^\s*([-*#>]+|\d+\.)\s+/, ''));
      blocks.push(open);
    } else {
      open.text = `${open.text} ${text.trim()}`;
    }
  });
  return blocks.filter(({ text }) => /[a-z]/i.test(text));
}

export function findProse(path) {
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.md')) return inMarkdown(source);
  return inSource(source, path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
}
