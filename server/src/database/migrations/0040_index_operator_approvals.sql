-- The console pages through the approvals of operators, newest first, among many decided ones [OC-19].
-- beside the version before: an installation has few approvals of operators
create index approvals_of_operators on approvals (requested_at desc, id desc) where scope = 'operator';
