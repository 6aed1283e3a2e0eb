//! The path to a server, which can be blocked silently (as when a cable is pulled) or cut.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::{Notify, watch};

#[derive(Clone)]
pub enum Target {
    Port(u16),
    Socket(PathBuf),
}

pub struct Gate {
    pub port: u16,
    blocked: watch::Sender<bool>,
    cut: Arc<Notify>,
}

impl Gate {
    pub async fn open(target: Target) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let gate = Self { port, blocked: watch::Sender::new(false), cut: Arc::default() };
        let (blocked, cut) = (gate.blocked.clone(), gate.cut.clone());
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (target, blocked, cut) = (target.clone(), blocked.clone(), cut.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = carry(near, target, blocked) => {}
                        () = cut.notified() => {}
                    }
                });
            }
        });
        gate
    }

    /// Blocks or opens it. While blocked nothing passes; data sent in the meantime arrives once it is open again.
    pub fn block(&self, blocked: bool) {
        self.blocked.send_replace(blocked);
    }

    /// Ends all connections; new ones may come.
    pub fn cut(&self) {
        self.cut.notify_waiters();
    }
}

async fn carry(near: TcpStream, target: Target, blocked: watch::Sender<bool>) {
    match target {
        Target::Port(port) => {
            let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
            both(near.into_split(), far.into_split(), &blocked).await;
        }
        Target::Socket(path) => {
            let Ok(far) = UnixStream::connect(path).await else { return };
            both(near.into_split(), far.into_split(), &blocked).await;
        }
    }
}

async fn both<R, W, S, X>(near: (R, W), far: (S, X), blocked: &watch::Sender<bool>)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
    S: AsyncRead + Unpin,
    X: AsyncWrite + Unpin,
{
    tokio::select! {
        () = one_way(near.0, far.1, blocked.subscribe()) => {}
        () = one_way(far.0, near.1, blocked.subscribe()) => {}
    }
}

async fn one_way(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut blocked: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut bytes).await.unwrap_or(0);
        // The end of a connection does not pass either.
        if blocked.wait_for(|blocked| !blocked).await.is_err() || count == 0 || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
