export const workTablesSql = `
create table order_work (
  order_id text primary key references orders (id),
  opened_at bigint not null,
  is_active integer not null,
  starts_on text
);
create index order_work_not_started on order_work (opened_at, order_id) where is_active = 1 and starts_on is null;

create table brief (
  order_id text primary key references orders (id),
  questions text not null,
  answers text not null,
  version bigint not null,
  sent_at bigint,
  reopened_reason text
);

create table sent_brief (
  order_id text not null references orders (id),
  version bigint not null,
  sent_at bigint not null,
  answers text not null,
  constraint sent_brief_key primary key (order_id, version)
);

create table deliverable (
  id text primary key,
  order_id text not null references orders (id),
  position bigint not null,
  title text not null,
  details text not null,
  needs_approval integer not null,
  due_day integer,
  due_on text,
  state text not null,
  is_on_board integer not null,
  waiting_for text not null,
  reason text not null,
  proof_url text not null,
  proof_file text not null,
  proof_note text not null,
  draft_number integer not null,
  assignee text not null,
  weight integer not null,
  carried_from text,
  version bigint not null
);
create index deliverable_by_order on deliverable (order_id, position);
create index deliverable_on_board on deliverable (state, due_on, id) where is_on_board = 1;
create index deliverable_due on deliverable (due_on, id) where is_on_board = 1;

create table deliverable_step (
  deliverable_id text not null references deliverable (id),
  version bigint not null,
  at bigint not null,
  by_side text not null,
  actor text not null,
  state text not null,
  comment text not null,
  draft_number integer not null,
  proof_url text not null,
  proof_file text not null,
  proof_note text not null,
  constraint deliverable_step_key primary key (deliverable_id, version)
);
create index deliverable_step_draft on deliverable_step (at) where state = 'waiting for approval';

create table deliverable_outcome (
  deliverable_id text not null references deliverable (id),
  version bigint not null,
  order_id text not null references orders (id),
  kind text not null,
  at bigint not null,
  actor text not null,
  refund_id text references refund_request (id),
  carried_to text references deliverable (id),
  withdrawn_at bigint,
  constraint deliverable_outcome_key primary key (deliverable_id, version)
);
create index deliverable_outcome_by_order on deliverable_outcome (order_id);

create table sent_reminder (
  kind text not null,
  subject text not null,
  sent_at bigint not null,
  constraint sent_reminder_key primary key (kind, subject)
);
create index sent_reminder_oldest on sent_reminder (sent_at);

create table stopped_reminder (
  order_id text primary key references orders (id),
  stopped_at bigint not null
);

create table reminder_job (
  id text primary key,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text
);
create index reminder_job_due on reminder_job (due_at);
`
