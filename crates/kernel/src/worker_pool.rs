//! Work that keeps a processor busy (answers, hashes, pictures) runs on separate threads, a few jobs at a time, with a bounded queue. However
//! much of it there is, the runtime's threads stay free. Each kind has its own pool, so none waits behind another.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::problem::{Problem, codes};

pub struct WorkerPool {
    /// Name for the log of rejected work
    name: &'static str,
    /// Slots of work that runs or waits
    places: Semaphore,
    permits: Arc<Semaphore>,
}

impl WorkerPool {
    /// Returns a pool where `at_once` jobs run at the same time, and `waiting` more may queue.
    pub fn new(name: &'static str, at_once: usize, waiting: usize) -> Self {
        let at_once = at_once.max(1);
        Self { name, places: Semaphore::new(at_once + waiting), permits: Arc::new(Semaphore::new(at_once)) }
    }

    /// Does the work when it has a permit. It keeps the permit until it is done, even if the caller goes away.
    ///
    /// # Errors
    /// 503 `service_unavailable` when the queue is full.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let _place = self.places.try_acquire().map_err(|_| {
            Problem::new(codes::service_unavailable).retry_after(2).because(format!("too many {} wait", self.name))
        })?;
        let permit = self.permits.clone().acquire_owned().await.map_err(Problem::internal)?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        working.await.map_err(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::future::join_all;

    use super::*;

    /// Uses a single thread: anything holding it would block everything forever.
    #[tokio::test]
    async fn the_runtime_goes_on_while_a_pool_works_and_its_queue_is_bounded() {
        let (pool, other) = (WorkerPool::new("answers", 1, 1), WorkerPool::new("hashes", 1, 0));
        let (go, wait) = mpsc::channel::<()>();
        let first = pool.run(move || wait.recv().is_ok());
        let second = pool.run(|| true);
        let meanwhile = async {
            // Both have taken their slots when this is polled.
            let third = pool.run(|| true).await;
            assert_eq!(third.unwrap_err().code().name, "service_unavailable");
            assert!(other.run(|| true).await.unwrap(), "another pool is free");
            go.send(()).unwrap();
        };
        let (first, second, ()) = tokio::join!(first, second, meanwhile);
        assert!(first.unwrap() && second.unwrap());
        let all = join_all((0..2).map(|number| pool.run(move || number))).await;
        assert_eq!(all.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [0, 1]);
    }
}
