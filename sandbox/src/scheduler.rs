//! Timed tasks: expiries, deliveries, callbacks. Rebuilt from the state at start, so that a restart loses nothing.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::{Mutex, PoisonError},
};

use chrono::{DateTime, Utc};
use tokio::{sync::Notify, task::JoinSet};

use crate::{app::Shared, opn, outbox, partners, telecom};

/// Number of callbacks sent at once.
const AT_ONCE: usize = 128;

/// A timed task; each checks the state again before it acts, so that a needless one does no harm.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    ExpireCharge(String),
    ExpireUnopenedCharge(String),
    ContinueCharge(String),
    FinishOrder(String),
    ExpireTelecomPayment(String),
    FinishTelecomRefund(String),
    TurnActivation(String),
    Send(String),
}

/// Earliest first.
type Heap = BinaryHeap<Reverse<(DateTime<Utc>, Task)>>;

/// The pending tasks.
#[derive(Default)]
pub struct Scheduler {
    tasks: Mutex<Heap>,
    added: Notify,
}

impl Scheduler {
    /// Schedules the task for this time.
    pub fn at(&self, time: DateTime<Utc>, task: Task) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(Reverse((time, task)));
        self.added.notify_one();
    }

    fn due(&self) -> Result<Task, Option<DateTime<Utc>>> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        match tasks.peek() {
            Some(Reverse((time, _))) if *time <= Utc::now() => tasks.pop().map(|Reverse((_, task))| task).ok_or(None),
            Some(Reverse((time, _))) => Err(Some(*time)),
            None => Err(None),
        }
    }
}

/// Resumes everything pending in the state.
pub fn resume(app: &Shared) {
    app.store.read(|state| {
        for charge in state.charges.values().filter(|c| c.status == opn::model::Status::Pending) {
            opn::charges::schedule_expiry(app, charge, charge.created_at);
        }
        for (charge, due_at) in state.charges.values().filter_map(|c| Some((c, c.plan.as_ref()?.due_at?))) {
            app.scheduler.at(due_at, Task::ContinueCharge(charge.id.clone()));
        }
        for (key, order) in state.orders.iter().filter(|(_, o)| o.finished_at.is_none()) {
            app.scheduler.at(order.due_at, Task::FinishOrder(key.clone()));
        }
        for payment in state.telecom_payments.values().filter(|payment| payment.is_open()) {
            app.scheduler.at(payment.expires_at, Task::ExpireTelecomPayment(payment.id.clone()));
        }
        for refund in state.telecom_refunds.values().filter(|refund| refund.done_at.is_none()) {
            app.scheduler.at(refund.due_at, Task::FinishTelecomRefund(refund.id.clone()));
        }
        for activation in state.activations.values() {
            telecom::packages::activations::schedule(app, activation);
        }
        for delivery in state.outbox.values() {
            app.scheduler.at(delivery.due_at, Task::Send(delivery.id.clone()));
        }
    });
}

/// Runs due tasks; never returns.
pub async fn run(app: Shared) {
    let mut under_way = JoinSet::new();
    loop {
        while under_way.try_join_next().is_some() {}
        match app.scheduler.due() {
            Ok(task) => {
                if under_way.len() >= AT_ONCE {
                    under_way.join_next().await;
                }
                let app = app.clone();
                under_way.spawn(async move { perform(&app, task).await });
            }
            Err(next) => {
                let wait =
                    next.map_or(std::time::Duration::from_secs(3600), |time| (time - Utc::now()).to_std().unwrap_or_default());
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = app.scheduler.added.notified() => {}
                }
            }
        }
    }
}

async fn perform(app: &Shared, task: Task) {
    match task {
        Task::ExpireCharge(id) => opn::charges::expire_if_due(app, &id).await,
        Task::ExpireUnopenedCharge(id) => opn::charges::expire_if_unopened(app, &id).await,
        Task::ContinueCharge(id) => opn::charges::continue_plan(app, &id).await,
        Task::FinishOrder(key) => partners::orders::finish(app, &key).await,
        Task::ExpireTelecomPayment(id) => telecom::payments::expire_if_due(app, &id).await,
        Task::FinishTelecomRefund(id) => telecom::refunds::finish(app, &id).await,
        Task::TurnActivation(reference) => telecom::packages::activations::turn_if_due(app, &reference).await,
        Task::Send(id) => outbox::send(app, &id).await,
    }
}
