import type { WorkflowDefinition } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { writtenPoints } from './workflow-references';
import { findDefinitionsWith } from './workflows.queries';

/** A workflow that writes a point. */
export interface WritingWorkflow {
  id: string;
  name: string;
  enabled: boolean;
}

/** Maximum number of points whose writers are searched at once. */
const MAX_POINTS = 20;

/**
 * Finds the workflows that write points by the node `set_point`, also disabled ones. Leaves out nodes whose code an
 * expression computes, and points that are written as lights.
 */
@Injectable()
export class PointWritersService {
  constructor(private readonly dataSource: DataSource) {}

  /** The workflows that write the point with this code, oldest first. */
  async of(code: string): Promise<WritingWorkflow[]> {
    return (await this.ofEach([code])).get(code) ?? [];
  }

  /** The workflows that write each of the first 20 points with these codes. */
  async ofEach(codes: readonly string[]): Promise<Map<string, WritingWorkflow[]>> {
    const writers = new Map<string, WritingWorkflow[]>(codes.slice(0, MAX_POINTS).map((code) => [code, []]));
    if (writers.size === 0) return writers;
    const workflows = await findDefinitionsWith(this.dataSource.manager, [...writers.keys()]);
    for (const { id, name, enabled, definition } of workflows) {
      const written = writtenPoints((definition as WorkflowDefinition).nodes).map(({ code }) => code);
      for (const code of new Set(written)) writers.get(code)?.push({ id, name, enabled });
    }
    return writers;
  }
}
