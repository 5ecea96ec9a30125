"""What tests share: a module for each noun. It knows no test, and no folder of tests."""
