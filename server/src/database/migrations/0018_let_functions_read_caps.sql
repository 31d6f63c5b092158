-- Functions that pay count what a member spent with the rights of the tables' owner, who is no superuser.
create policy functions_rows on spending_counters to current_user using (true);
