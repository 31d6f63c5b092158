-- The private labels of a bulk file's lines, sealed with the file's key like its numbers; null if no line has one.

alter table bulk_chunks add column labels_sealed bytea;
