-- The operator console sees the queue's depth and failed jobs, and runs one again or drops it; never what a job is about.
grant execute on function job_depths, failed_jobs, end_failed_job to idanimo_console;
