import { say } from '@app/kernel';
import { Test } from '@nestjs/testing';
import { DiscoveryModule } from '@nestjs/core';
import { type FileUse, FileUseSource } from './file-use-source';
import { FileUsesService } from './file-uses.service';

const manager = {} as never;
const use = (record: string): FileUse => ({ record, use: say('used_by_workflow', { name: record }) });

class ReportUses extends FileUseSource {
  async find(_manager: unknown, fileId: string): Promise<FileUse[]> {
    return fileId === 'a' ? [use('report 1')] : [];
  }
}

/** Has more records than the limit, and returns as many as the limit allows. */
class WorkflowUses extends FileUseSource {
  async find(_manager: unknown, fileId: string, limit: number): Promise<FileUse[]> {
    const found = fileId === 'a' || fileId === 'b' ? 100 : 0;
    return Array.from({ length: Math.min(found, limit) }, (_, index) => use(`workflow ${index}`));
  }
}

async function serviceWith(
  ...providers: (typeof ReportUses | typeof WorkflowUses)[]
): Promise<FileUsesService> {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [FileUsesService, ...providers],
  }).compile();
  return module.get(FileUsesService);
}

describe('FileUsesService', () => {
  it('refuses a file that a record uses, and names the record', async () => {
    const service = await serviceWith(ReportUses);
    await expect(service.assertUnused(manager, 'a')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'file_in_use',
      details: [{ path: 'report 1', message: 'The workflow “report 1” uses this file.' }],
    });
  });

  it('finds records of every feature, and names at most 20 of them', async () => {
    const service = await serviceWith(ReportUses, WorkflowUses);
    const error: unknown = await service.assertUnused(manager, 'a').catch((reason: unknown) => reason);
    const { details } = error as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).toEqual([
      'report 1',
      ...Array.from({ length: 19 }, (_, index) => `workflow ${index}`),
    ]);
    await expect(service.assertUnused(manager, 'b')).rejects.toMatchObject({ code: 'file_in_use' });
  });

  it('accepts a file that no record uses', async () => {
    await expect(
      (await serviceWith(ReportUses, WorkflowUses)).assertUnused(manager, 'c'),
    ).resolves.toBeUndefined();
    await expect((await serviceWith()).assertUnused(manager, 'a')).resolves.toBeUndefined();
  });
});
