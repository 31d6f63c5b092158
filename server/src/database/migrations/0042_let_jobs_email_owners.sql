-- Owners are emailed about sign-ins, failures and roles of operators. The job process sends, and may read their addresses only.
grant execute on function active_owner_emails to idanimo_app;
