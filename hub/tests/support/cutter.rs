//! A link that is cut now and then, wherever it is in a frame.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// Forwards to `target`; every link is cut after a random time up to `life`. Answers its address and the number of cuts.
pub async fn cutter(target: SocketAddr, life: Duration) -> (SocketAddr, Arc<AtomicU64>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let cuts = Arc::new(AtomicU64::new(0));
    let counted = cuts.clone();
    tokio::spawn(async move {
        loop {
            let (mut near, _) = listener.accept().await.unwrap();
            let cuts = counted.clone();
            tokio::spawn(async move {
                let Ok(mut far) = TcpStream::connect(target).await else { return };
                let life = life.mul_f64(rand::random_range(0.1..1.0));
                if tokio::time::timeout(life, copy_bidirectional(&mut near, &mut far)).await.is_err() {
                    cuts.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    (address, cuts)
}
