//! Bodies that report to their connection how they ended.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use futures_util::future::poll_fn;
use hyper::body::{Frame, Incoming, SizeHint};

use super::line::{State, Wait};

/// Bytes of an unwanted body that are read after all, so that its connection can be reused.
const SPARE: u64 = 64 * 1024;
const SPARE_TIME: Duration = Duration::from_secs(1);

/// The place to which an unfinished body is returned when its reader stops early.
#[derive(Clone, Default)]
pub(super) struct Unread(Arc<Mutex<Option<Incoming>>>);

impl Unread {
    /// Lends a body to a handler.
    pub fn lend(&self, body: Incoming) -> Body {
        Body::new(BorrowedBody { body: Some(body), back: self.clone() })
    }

    /// Whether a body was returned with more left than can be read now, or too slowly.
    pub async fn is_left(&self, may_read: bool) -> bool {
        let back = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(body) = back else { return false };
        let read = may_read && body.size_hint().lower() <= SPARE;
        !(read && matches!(tokio::time::timeout(SPARE_TIME, read_out(body)).await, Ok(true)))
    }
}

async fn read_out(mut body: Incoming) -> bool {
    let mut read = 0;
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let Ok(frame) = frame else { return false };
        read += frame.data_ref().map_or(0, |data| data.len() as u64);
        if read > SPARE {
            return false;
        }
    }
    true
}

struct BorrowedBody {
    body: Option<Incoming>,
    back: Unread,
}

impl Drop for BorrowedBody {
    fn drop(&mut self) {
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            *self.back.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        }
    }
}

impl HttpBody for BorrowedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = self.body.as_mut() else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

/// The body of an answer: once it is sent, the connection waits for the next request.
pub(super) struct Answer {
    body: Body,
    state: Arc<State>,
}

impl Answer {
    pub fn new(body: Body, state: Arc<State>) -> Self {
        Self { body, state }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.state.waits_for(Wait::Request);
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
