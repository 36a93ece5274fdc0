import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditModule } from '../audit/audit.module';
import { StoredFilesModule } from '../stored-files/stored-files.module';
import { FileReader } from './file-reader';
import { FileUsesService } from './file-uses.service';
import { FilesService } from './files.service';
import { GeneratedFiles } from './generated-files';

@Module({
  imports: [AuditModule, DiscoveryModule, StoredFilesModule],
  providers: [FileReader, FilesService, FileUsesService, GeneratedFiles],
  exports: [FileReader, FilesService, GeneratedFiles, StoredFilesModule],
})
export class FilesModule {}
