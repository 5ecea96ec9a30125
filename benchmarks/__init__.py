"""What Chancellery costs: every figure of docs/performance.md, measured on the real stack."""
