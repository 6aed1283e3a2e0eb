//! A program whose threads are all at work for ever: the tests ask it to end. Its grace in seconds is named first.

use std::io::Write as _;
use std::time::Duration;

use manao_hub::serve;

fn main() -> anyhow::Result<()> {
    let grace = Duration::from_secs(std::env::args().nth(1).unwrap_or_default().parse()?);
    serve::run(async move {
        let asked = serve::when_asked(grace)?;
        for _ in 0..tokio::runtime::Handle::current().metrics().num_workers() {
            let (busy, begun) = std::sync::mpsc::channel();
            tokio::spawn(async move {
                let _ = busy.send(());
                loop {
                    std::hint::spin_loop();
                }
            });
            begun.recv()?;
        }
        writeln!(std::io::stdout(), "stuck")?;
        asked.cancelled().await;
        // Like a program that waits for unfinished work.
        std::future::pending().await
    })
}
