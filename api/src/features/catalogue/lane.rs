//! Where answers are worked out: on threads of their own, a few at a time, with a short line before them. However many questions come,
//! the runtime's threads stay free for everybody else; and strangers' questions have a lane of their own, so that ours do not wait
//! behind them.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::problem::{Problem, codes};

pub struct Lane {
    /// Those who work or wait
    places: Semaphore,
    permits: Arc<Semaphore>,
}

impl Lane {
    /// So many at work at once, and so many more waiting.
    pub fn new(at_once: usize, waiting: usize) -> Self {
        let at_once = at_once.max(1);
        Self { places: Semaphore::new(at_once + waiting), permits: Arc::new(Semaphore::new(at_once)) }
    }

    /// Does the work when it has a permit. It keeps the permit until it is done, even if the caller goes away.
    ///
    /// # Errors
    /// `service_unavailable` when the line is full.
    pub async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let _place = self.places.try_acquire().map_err(|_| Problem::new(codes::service_unavailable).retry_after(1))?;
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

    /// One thread: whoever held it would be waited for forever.
    #[tokio::test]
    async fn the_runtime_goes_on_while_a_lane_works_and_the_line_is_short() {
        let (lane, other) = (Lane::new(1, 1), Lane::new(1, 0));
        let (go, wait) = mpsc::channel::<()>();
        let first = lane.work(move || wait.recv().is_ok());
        let second = lane.work(|| true);
        let meanwhile = async {
            // Both have taken their places when this is polled.
            let third = lane.work(|| true).await;
            assert_eq!(third.unwrap_err().code().name, "service_unavailable");
            assert!(other.work(|| true).await.unwrap(), "another lane is free");
            go.send(()).unwrap();
        };
        let (first, second, ()) = tokio::join!(first, second, meanwhile);
        assert!(first.unwrap() && second.unwrap());
        let all = join_all((0..2).map(|number| lane.work(move || number))).await;
        assert_eq!(all.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [0, 1]);
    }
}
