import { say, type Message } from '@app/kernel';
import type { AnyNode } from 'acorn';
import { compileCall, compileNew } from './compile-calls';
import { compileArray, compileLiteral, compileObject, compileTemplateLiteral } from './compile-literals';
import { compileChain, compileIdentifier, compileMember } from './compile-members';
import { compileBinary, compileConditional, compileLogical, compileUnary } from './compile-operators';
import type { Compiler, Step, VisibleNames } from './compiler';
import { ExpressionError } from './expression-error';

/** Maximum nesting depth of expressions. */
const MAX_SOURCE_DEPTH = 200;

const NOT_AVAILABLE: Readonly<Record<string, Message>> = {
  ArrowFunctionExpression: say('function_as_value'),
  AssignmentExpression: say('no_assignment'),
  AwaitExpression: say('not_in_expressions', { name: 'await' }),
  ClassExpression: say('not_in_expressions', { name: 'class' }),
  FunctionExpression: say('function_keyword'),
  ImportExpression: say('not_in_expressions', { name: 'import' }),
  MetaProperty: say('not_in_expressions', { name: 'import' }),
  SequenceExpression: say('no_sequence'),
  Super: say('not_in_expressions', { name: 'super' }),
  TaggedTemplateExpression: say('no_tagged_template'),
  ThisExpression: say('not_in_expressions', { name: 'this' }),
  UpdateExpression: say('no_update'),
};

/**
 * Compiles a syntax tree to closures, because an expression may be evaluated many times. Any kind of syntax that is not
 * listed in `compileNode` is refused.
 */
export class ExpressionCompiler implements Compiler {
  private depth = 0;
  /** Facts about the expression. The compilers of all its parts share this object. */
  private readonly found: {
    places: number;
    usesCalendars: boolean;
    calendarIds: Set<number>;
    scopeNames: Set<string>;
  };

  constructor(
    readonly visible: VisibleNames | undefined,
    /**
     * The position at which the expression begins in a longer text. It is added to the positions in the syntax tree.
     */
    private readonly offset: number,
    readonly locals: ReadonlyMap<string, number> = new Map(),
    outer?: ExpressionCompiler,
  ) {
    this.depth = outer?.depth ?? 0;
    this.found = outer?.found ?? {
      places: 0,
      usesCalendars: false,
      calendarIds: new Set(),
      scopeNames: new Set(),
    };
  }

  within(locals: ReadonlyMap<string, number>): Compiler {
    return new ExpressionCompiler(this.visible, this.offset, locals, this);
  }

  takePlace(): number {
    return this.found.places++;
  }

  get usesCalendars(): boolean {
    return this.found.usesCalendars;
  }

  get calendarIds(): number[] {
    return [...this.found.calendarIds];
  }

  noteCalendars(id?: number): void {
    this.found.usesCalendars = true;
    if (id !== undefined) this.found.calendarIds.add(id);
  }

  get scopeNames(): ReadonlySet<string> {
    return this.found.scopeNames;
  }

  noteScopeName(name: string): void {
    this.found.scopeNames.add(name);
  }

  refuse(node: AnyNode, message: Message): never {
    throw new ExpressionError(message, this.offset + node.start);
  }

  compile(node: AnyNode): Step {
    this.depth += 1;
    if (this.depth > MAX_SOURCE_DEPTH) this.refuse(node, say('expression_too_deep'));
    const step = this.compileNode(node);
    this.depth -= 1;
    return step;
  }

  private compileNode(node: AnyNode): Step {
    switch (node.type) {
      case 'ParenthesizedExpression':
        return this.compile(node.expression);
      case 'Literal':
        return compileLiteral(this, node);
      case 'TemplateLiteral':
        return compileTemplateLiteral(this, node);
      case 'Identifier':
        return compileIdentifier(this, node);
      case 'MemberExpression':
        return compileMember(this, node);
      case 'ChainExpression':
        return compileChain(this, node);
      case 'CallExpression':
        return compileCall(this, node);
      case 'NewExpression':
        return compileNew(this, node);
      case 'UnaryExpression':
        return compileUnary(this, node);
      case 'BinaryExpression':
        return compileBinary(this, node);
      case 'LogicalExpression':
        return compileLogical(this, node);
      case 'ConditionalExpression':
        return compileConditional(this, node);
      case 'ArrayExpression':
        return compileArray(this, node);
      case 'ObjectExpression':
        return compileObject(this, node);
      default:
        return this.refuse(node, NOT_AVAILABLE[node.type] ?? say('syntax_not_available'));
    }
  }
}
