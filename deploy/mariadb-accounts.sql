-- Run by docker-compose.yml when the database is first created. The service creates the accounts of `database` nodes
-- itself, so its own account needs the right to create accounts and to pass on rights on its database.
GRANT CREATE USER ON *.* TO 'plantroom'@'%';
GRANT ALL PRIVILEGES ON `plantroom`.* TO 'plantroom'@'%' WITH GRANT OPTION;
-- Backups are verified and restored in temporary databases, which the service creates and drops.
GRANT ALL PRIVILEGES ON `plantroom\_restore\_%`.* TO 'plantroom'@'%';
